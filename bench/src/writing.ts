import { type ReviewForm, signInWithGoogle } from '@offquad/contracts'
import { type Platform } from './processes'

/** A typical review. */
export const REVIEW: ReviewForm = {
  aptId: 'demo-1',
  landlordId: 'demo-landlord-1',
  overallRating: 4,
  detailedRatings: { location: 5, maintenance: 4, safety: 3, conditions: 2 },
  bedrooms: 2,
  price: 3,
  photos: [],
  reviewText:
    'The rooms are warm and the walls are thin, but the landlord answers within an hour and the kitchen was renovated last summer. We would rent here again.',
}

let written = 0

/** A review whose text no other one has. */
export function nextReview(): ReviewForm {
  written += 1
  return { ...REVIEW, reviewText: `${REVIEW.reviewText} We saw ${written} others.` }
}

/** Signs a student in. @returns the access token */
export async function signIn({ url, identityUrl, emailDomain }: Platform, name: string): Promise<string> {
  if (!identityUrl) throw new Error('the platform signs in with Google')
  const { credential } = await post<{ credential: string }>(`${identityUrl}/token`, {
    email: `${name}@${emailDomain}`,
  })
  const { accessToken } = await post<{ accessToken: string }>(url + signInWithGoogle.path, { credential })
  return accessToken
}

const AUTHORS = 200

/** Signs students in. Reviews of one author, or with one text, would be compared with each other. @returns access tokens */
export const signInAuthors = (platform: Platform): Promise<string[]> =>
  Promise.all(Array.from({ length: AUTHORS }, (_, index) => signIn(platform, `bench${index}`)))

async function post<T>(url: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
