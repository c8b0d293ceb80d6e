/** German texts: waiting. */
export default {
};
