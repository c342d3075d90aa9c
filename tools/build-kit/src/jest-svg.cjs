/** A jest transformer: the module of an SVG file exports its text, as in the builds. */
module.exports = {
  process: (text) => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(text)} }` }),
}
