export { filterLabels } from './filter-labels'
export { mergeFilters } from './merge-filters'
export { type NamedPlaces } from './vocabulary'
export { type ParsedSearch, parseSearch } from './parse-search'
