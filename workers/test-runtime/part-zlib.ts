/* The part "zlib": browserify-zlib. Brotli is not in it. */
import zlib from "browserify-zlib";

export default zlib;
