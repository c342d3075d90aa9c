export { type FilterChip, filterChips } from './filter-chips'
export { mergeFilters } from './merge-filters'
export { type NamedPlaces } from './vocabulary'
export { type ParsedSearch, parseSearch } from './parse-search'
