/** English texts: disputes. */
export default {
};
