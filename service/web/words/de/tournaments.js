/** German texts: tournaments. */
export default {
};
