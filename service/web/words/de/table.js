/** German texts: table. */
export default {
};
