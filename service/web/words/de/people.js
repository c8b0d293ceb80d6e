/** German texts: people. */
export default {
};
