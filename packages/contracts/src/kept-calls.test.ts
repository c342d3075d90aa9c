import { ENDPOINTS } from './index'

const calls = Object.values(ENDPOINTS)
  .flat()
  .map(({ method, path, status }) => `${method} ${path} ${status}`)

describe('the endpoints', () => {
  it.each([
    'POST /api/set-data 204',
    'GET /api/search 200',
    'GET /api/search-with-query-and-filters 200',
    'GET /api/page-data/home/:size/:sortBy 200',
    'GET /api/page-data/reviews/:size 200',
    'GET /api/faqs 200',
    'GET /api/location/:area 200',
    'GET /api/apts/:ids 200',
    'GET /api/travel-times-by-id/:id 200',
    'GET /api/buildings/:landlordId 200',
    'GET /api/buildings/all/:landlordId 200',
    'GET /api/landlord/:id 200',
    'GET /api/review/aptId/:id/:status 200',
    'GET /api/review/landlordId/:id/:status 200',
    'GET /api/review-by-id/:id 200',
    'GET /api/review/:status 200',
    'GET /api/review/:area/count 200',
    'GET /api/review/userId/:uid/:status 200',
    'GET /api/review/like/:uid 200',
    'POST /api/add-like 200',
    'POST /api/remove-like 200',
    'POST /api/new-review 201',
    'POST /api/edit-review/:id 201',
    'PUT /api/update-review-status/:id/:status 200',
    'POST /api/photos 201',
    'POST /api/auth/google 200',
    'POST /api/auth/refresh 200',
    'POST /api/auth/sign-out 204',
    'GET /api/auth/me 200',
    'GET /api/saved-apartments 200',
    'GET /api/saved-landlords 200',
    'POST /api/check-saved-apartment 200',
    'POST /api/check-saved-landlord 200',
    'POST /api/add-saved-apartment 200',
    'POST /api/add-saved-landlord 200',
    'POST /api/remove-saved-apartment 200',
    'POST /api/remove-saved-landlord 200',
    'POST /api/add-pending-building 201',
    'POST /api/add-contact-question 201',
    'GET /api/pending-buildings/:status 200',
    'GET /api/contact-questions/:status 200',
    'PUT /api/update-pending-building-status/:id/:status 200',
    'PUT /api/update-contact-question-status/:id/:status 200',
  ])('keep %s, which clients of the earlier product call', (call) => {
    expect(calls).toContain(call)
  })
})
