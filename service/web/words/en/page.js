/** English texts: page. */
export default {
};
