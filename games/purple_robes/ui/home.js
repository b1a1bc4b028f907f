// @ts-check
/** The Court of the Purple Robes: its home page works without a script. */
