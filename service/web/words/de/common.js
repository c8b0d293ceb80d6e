/** German texts: common. */
export default {
};
