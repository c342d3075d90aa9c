import {
  addContactQuestion,
  addLike,
  addPendingBuilding,
  addSavedApartment,
  addSavedLandlord,
  changeLandlord,
  getContactQuestions,
  getMe,
  getPendingBuildings,
  getReview,
  type MyPlace,
  pathOf,
  PHOTO_FIELD,
  putMyPlace,
  type Role,
  setRole,
  updateContactQuestionStatus,
  updateReviewStatus,
  uploadPhoto,
} from '@offquad/contracts'
import {
  declinedLater,
  type DemoAuthors,
  LANDLORD_EDIT,
  QUESTIONS,
  reportsOfReviews,
  SUBMISSIONS,
} from './moderation'
import { takePhotograph } from './pictures/photograph'
import { createRandom } from './random'

const PHOTO_SEED = 1868
const PHOTOS_PER_AUTHOR = 3

/** The platform that the data is loaded into. */
export interface DemoPlatform {
  url: string
  /** E-mail domain of the university. */
  emailDomain: string
  /** Signs in as this e-mail address. @returns an access token */
  signIn(email: string): Promise<string>
}

/** The platform rejected a part of the demo data; the message says which and why. */
export class DemoDataError extends Error {
  override name = 'DemoDataError'
}

interface DemoAccount {
  email: string
  name: string
}

/** The accounts that sign in to a development platform with one click. */
export function demoAccounts(emailDomain: string): DemoAccount[] {
  return [
    { email: `maya.lindqvist@${emailDomain}`, name: 'Maya Lindqvist' },
    { email: `theo.okafor@${emailDomain}`, name: 'Theo Okafor' },
    { email: `priya.raman@${emailDomain}`, name: 'Priya Raman' },
    { email: adminEmail(emailDomain), name: 'Admin' },
  ]
}

const adminEmail = (emailDomain: string): string => `admin@${emailDomain}`

type Author = keyof DemoAuthors

interface DemoUsers {
  authors: DemoAuthors
  tokens: Record<Author, string>
}

/**
 * Signs the demo accounts in and uploads a few pictures for each.
 * @throws DemoDataError when the platform rejects a call
 */
export async function signInDemoUsers(platform: DemoPlatform): Promise<DemoUsers> {
  const [maya, theo, priya] = demoAccounts(platform.emailDomain)
  const signIn = async (email = '', position = 0) => {
    const token = await platform.signIn(email)
    const { uid } = await call<{ uid: string }>(platform, token, { method: 'GET', path: getMe.path })
    const photos = await Promise.all(
      Array.from({ length: PHOTOS_PER_AUTHOR }, (_, index) =>
        upload(
          platform,
          token,
          takePhotograph(createRandom(PHOTO_SEED + position * 7 + index), position + index),
        ),
      ),
    )
    return { token, author: { userId: uid, photos } }
  }
  const users = {
    maya: await signIn(maya?.email, 0),
    theo: await signIn(theo?.email, 1),
    priya: await signIn(priya?.email, 2),
  }
  return {
    authors: { maya: users.maya.author, theo: users.theo.author, priya: users.priya.author },
    tokens: { maya: users.maya.token, theo: users.theo.token, priya: users.priya.token },
  }
}

/**
 * Loads what import files cannot contain: reports with their reasons, questions, submissions of missing apartments, an
 * administrator's decisions about some of them, roles, bookmarks and the places that a student goes to. Calling it again adds nothing twice.
 * @throws DemoDataError when the platform rejects a call
 */
export async function loadDemoActivity(
  platform: DemoPlatform,
  { authors, tokens }: DemoUsers,
): Promise<void> {
  const adminToken = await platform.signIn(adminEmail(platform.emailDomain))
  for (const { reviewId, by, reason } of reportsOfReviews())
    await call(platform, tokens[by], {
      method: 'PUT',
      path: pathOf(updateReviewStatus, { id: reviewId, status: 'REPORTED' }),
      body: { reason },
    })
  for (const { reviewId, decline } of declinedLater()) {
    const path = pathOf(getReview, { id: reviewId })
    const { status } = await call<{ status: string }>(platform, adminToken, { method: 'GET', path })
    if (status === 'PENDING')
      await call(platform, adminToken, {
        method: 'PUT',
        path: pathOf(updateReviewStatus, { id: reviewId, status: 'DECLINED' }),
        body: { decline },
      })
  }
  const { id: landlordId, contact } = LANDLORD_EDIT
  await call(platform, adminToken, {
    method: 'PUT',
    path: pathOf(changeLandlord, { id: landlordId }),
    body: { contact },
  })
  const questionsIn = (status: 'PENDING' | 'COMPLETED') =>
    call<{ id: string; msg: string }[]>(platform, adminToken, {
      method: 'GET',
      path: pathOf(getContactQuestions, { status }),
    })
  const [questions, answered, submissions] = await Promise.all([
    questionsIn('PENDING'),
    questionsIn('COMPLETED'),
    call<{ name: string }[]>(platform, adminToken, {
      method: 'GET',
      path: pathOf(getPendingBuildings, { status: 'PENDING' }),
    }),
  ])
  for (const { by, name, msg, isAnswered } of QUESTIONS) {
    if (answered.some((question) => question.msg === msg)) continue
    const known = questions.find((question) => question.msg === msg)
    const id =
      known?.id ??
      (await call<string>(platform, tokens[by], {
        method: 'POST',
        path: addContactQuestion.path,
        body: { name, email: `${name.toLowerCase().replace(' ', '.')}@${platform.emailDomain}`, msg },
      }))
    if (isAnswered)
      await call(platform, adminToken, {
        method: 'PUT',
        path: pathOf(updateContactQuestionStatus, { id, status: 'COMPLETED' }),
      })
  }
  for (const { by, name, address, numPhotos } of SUBMISSIONS)
    if (!submissions.some((submission) => submission.name === name))
      await call(platform, tokens[by], {
        method: 'POST',
        path: addPendingBuilding.path,
        body: { name, address, photos: authors[by].photos.slice(0, numPhotos) },
      })
  for (const { name, role } of PEOPLE)
    await call(platform, adminToken, {
      method: 'PUT',
      path: setRole.path,
      body: { email: `${name}@${platform.emailDomain}`, role },
    })
  for (const { path, body } of BOOKMARKS_OF_MAYA)
    await call(platform, tokens.maya, { method: 'POST', path, body })
  for (const { id, ...body } of PLACES_OF_MAYA)
    await call(platform, tokens.maya, { method: 'PUT', path: pathOf(putMyPlace, { id }), body })
}

/** They have not signed in yet. */
const PEOPLE: { name: string; role: Role }[] = [
  { name: 'noor.haddad', role: 'admin' },
  { name: 'sam.whitfield', role: 'developer' },
]

const BOOKMARKS_OF_MAYA: { path: string; body: object }[] = [
  { path: addSavedApartment.path, body: { apartmentId: 'demo-1' } },
  { path: addSavedApartment.path, body: { apartmentId: 'demo-3' } },
  { path: addSavedApartment.path, body: { apartmentId: 'demo-6' } },
  { path: addSavedLandlord.path, body: { landlordId: 'demo-landlord-1' } },
  { path: addSavedLandlord.path, body: { landlordId: 'demo-landlord-2' } },
  { path: addLike.path, body: { reviewId: 'demo-1-review-1' } },
  { path: addLike.path, body: { reviewId: 'demo-1-review-2' } },
]

const PLACES_OF_MAYA: readonly MyPlace[] = [
  {
    id: 'my-demo0001',
    name: 'Mann Library',
    mode: 'walk',
    latitude: 42.4488,
    longitude: -76.4763,
    campusPlaceId: 'mannLibrary',
  },
  { id: 'my-demo0002', name: 'Bakery job', mode: 'bike', latitude: 42.4396, longitude: -76.4972 },
  { id: 'my-demo0003', name: 'Climbing gym', mode: 'drive', latitude: 42.4292, longitude: -76.5109 },
]

async function upload(platform: DemoPlatform, token: string, picture: Buffer): Promise<string> {
  const form = new FormData()
  form.set(PHOTO_FIELD, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'photo.png')
  const { url } = await call<{ url: string }>(platform, token, {
    method: 'POST',
    path: uploadPhoto.path,
    body: form,
  })
  return url
}

interface Call {
  method: string
  path: string
  body?: object
}

async function call<Reply>(
  platform: DemoPlatform,
  token: string,
  { method, path, body }: Call,
): Promise<Reply> {
  const isForm = body instanceof FormData
  const response = await fetch(platform.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new DemoDataError(
      `The demo data was rejected: ${method} ${path} returned ${response.status}: ${await response.text()}`,
    )
  return (await response.json()) as Reply
}
