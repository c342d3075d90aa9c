const { createHash } = require('node:crypto')
const swc = require('@swc/jest')
const { applyMutant } = require('./mutants.cjs')

/** Jest's transformer, which plants the mutant MUTANT_INDEX in MUTANT_FILE on the way: no file is changed. */
module.exports = {
  createTransformer(options) {
    const transformer = swc.createTransformer(options)
    const { MUTANT_FILE, MUTANT_INDEX } = process.env
    const mutate = (source, file) =>
      file === MUTANT_FILE ? applyMutant(source, Number(MUTANT_INDEX)) : source
    return {
      ...transformer,
      process: (source, file, jest) => transformer.process(mutate(source, file), file, jest),
      getCacheKey: (source, file, ...rest) => {
        const key = transformer.getCacheKey(source, file, ...rest)
        return file === MUTANT_FILE
          ? createHash('sha256').update(`${key} ${MUTANT_INDEX}`).digest('hex')
          : key
      },
    }
  },
}
