const { parse } = require('yaml')

/** A jest transformer: the module of a YAML file exports its value, as in the builds. */
module.exports = {
  process: (text) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(parse(text))} }`,
  }),
}
