// @ts-check
/** Blank Title: its home page works without a script. */
