/** German texts: page. */
export default {
};
