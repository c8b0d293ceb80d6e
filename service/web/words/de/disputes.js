/** German texts: disputes. */
export default {
};
