import * as Type from './typebox-type.mjs'

export { Type }
/** Like the default export of typebox. @alias */
export default Type
