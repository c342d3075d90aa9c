import {
  countListings as countListingsCall,
  getSearchSuggestions,
  searchListings as searchListingsCall,
  type University,
} from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../catalog'
import { countListings, readTerms, searchListings } from './search-listings'

const SUGGESTIONS = 5

export function registerSearch(app: FastifyInstance, catalog: Catalog, university: University): void {
  route(app, getSearchSuggestions, ({ query }) => catalog.suggest(query.q, SUGGESTIONS))

  route(app, searchListingsCall, ({ query }) => searchListings(catalog, readTerms(query, university)))

  route(app, countListingsCall, ({ query }) => ({
    count: countListings(catalog, readTerms(query, university)),
  }))
}
