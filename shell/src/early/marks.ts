/**
 * Property of `window` on pages whose content the server rendered: the buttons that were clicked before scripts could handle
 * it, in order. The shell sets it to undefined when it takes over.
 */
export const EARLY_CLICKS = 'offquadClicks'

/**
 * Property of the root element's `dataset` while the user of the last visit is stored: the rendered page is that of a signed-out
 * visitor, and its sign-in button stays hidden until the shell shows the user's header.
 */
export const REMEMBERS_USER = 'remembersUser'

/**
 * The key in the `dataset` of the document's element that has the page shown in the fallback font, for slow connections. Its value
 * is the URL of the font, which the shell loads for the next page.
 */
export const FONT_LATER = 'fontLater'

/** The key in the `dataset` of the document's element once the shell has shown the page, and reports it. */
export const IS_SHOWN = 'isShown'

/** Where a browser remembers the colors that its reader chose: 'light' or 'dark'; empty or absent: those of the system. */
export const COLORS_KEY = 'offquad/colors'

/** Where a browser remembers the URL of the font that it has loaded. */
export const LOADED_FONT_KEY = 'offquad/font'
