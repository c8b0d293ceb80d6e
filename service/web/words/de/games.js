/** German texts: games. */
export default {
};
