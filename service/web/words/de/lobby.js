/** German texts: lobby. */
export default {
};
