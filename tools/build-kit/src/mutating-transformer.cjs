const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const swc = require('@swc/jest')
const { applyMutants } = require('./mutants.cjs')

/**
 * Jest's transformer. A file of MUTANT_FILES (a JSON array) becomes a module with all of its mutants, which is the one that
 * MUTANT names when it is loaded ("file:index"), and sound without. No file is changed, and each is transformed once for all runs.
 */
module.exports = {
  createTransformer(options) {
    const transformer = swc.createTransformer(options)
    const files = new Set(JSON.parse(process.env.MUTANT_FILES ?? '[]'))

    /** A mutant that is no program must not count as one that a test has noticed. */
    function transformMutant(source, file, jest) {
      try {
        return transformer.process(source, file, jest).code
      } catch {
        return "throw new SyntaxError('not a program')"
      }
    }

    return {
      ...transformer,
      process(source, file, jest) {
        if (!files.has(file)) return transformer.process(source, file, jest)
        const modules = applyMutants(source).map(
          (mutant, index) =>
            `case ${JSON.stringify(`${file}:${index}`)}: (function () {\n${transformMutant(mutant, file, jest)}\n})(); break;\n`,
        )
        const sound = transformer.process(source, file, jest).code
        return {
          code: `switch (process.env.MUTANT) {\n${modules.join('')}default: (function () {\n${sound}\n})() }`,
        }
      },
      getCacheKey(source, file, jest) {
        const key = transformer.getCacheKey(source, file, jest)
        if (!files.has(file)) return key
        return createHash('sha256')
          .update(key)
          .update(readFileSync(__filename))
          .update(readFileSync(require.resolve('./mutants.cjs')))
          .digest('hex')
      },
    }
  },
}
