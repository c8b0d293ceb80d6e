/** German texts: replay. */
export default {
};
