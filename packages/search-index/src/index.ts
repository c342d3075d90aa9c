export { compareIds } from './order'
export {
  createSearchIndex,
  type SearchDocument,
  type SearchFilter,
  type SearchIndex,
  type SearchOrder,
  type Selection,
} from './search-index'
export { indexedForm, wordsOf } from './words'
