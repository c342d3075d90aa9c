/**
 * Property of `window` on pages whose content the server rendered: the buttons that were clicked before scripts could handle
 * it, in order. The shell sets it to undefined when it takes over.
 */
export const EARLY_CLICKS = 'offquadClicks'

/**
 * Property of the root element's `dataset` while the user of the last visit is stored: the server renders the page for a
 * signed-out visitor, and its sign-in button stays hidden until the shell shows the user's header.
 */
export const REMEMBERS_USER = 'remembersUser'

/**
 * Property of the root element's `dataset` while the page uses the fallback font, on slow connections. Its value is the URL of
 * the font, which the shell loads for the next page.
 */
export const FONT_LATER = 'fontLater'

/** Property of the root element's `dataset` once the shell has shown the page, and reports on it. */
export const IS_SHOWN = 'isShown'

/** Storage key of the colors that the visitor chose: 'light' or 'dark'; empty or absent for the system's colors. */
export const COLORS_KEY = 'offquad/colors'

/** Storage key of the URL of the font that the browser has loaded. */
export const LOADED_FONT_KEY = 'offquad/font'
