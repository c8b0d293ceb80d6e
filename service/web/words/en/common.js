/** English texts: common. */
export default {
};
