import { readFile } from 'node:fs/promises'
import {
  addContactQuestion,
  addLike,
  addPendingBuilding,
  addSavedApartment,
  addSavedLandlord,
  changeLandlord,
  createReview,
  getContactQuestions,
  getMe,
  getPendingBuildings,
  getReview,
  pathOf,
  PHOTO_FIELD,
  putMyPlace,
  saveSearch,
  setRole,
  updateContactQuestionStatus,
  updateReviewStatus,
  uploadPhoto,
} from '@offquad/contracts'
import { ACTIVITY, type Author } from './activity'
import { type DemoAuthors } from './import-rows'

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

const STUDENTS: Record<Author, string> = {
  maya: 'Maya Lindqvist',
  theo: 'Theo Okafor',
  priya: 'Priya Raman',
}

/** The accounts that sign in to a development platform with one click. */
export function demoAccounts(emailDomain: string): { email: string; name: string }[] {
  return [
    ...Object.values(STUDENTS).map((name) => ({ email: emailOf(name, emailDomain), name })),
    { email: adminEmail(emailDomain), name: 'Admin' },
  ]
}

const emailOf = (name: string, emailDomain: string): string =>
  `${name.toLowerCase().replace(' ', '.')}@${emailDomain}`

export const adminEmail = (emailDomain: string): string => `admin@${emailDomain}`

interface DemoUsers {
  authors: DemoAuthors
  tokens: Record<Author, string>
}

/**
 * Signs the demo accounts in and uploads a few pictures for each.
 * @param pictures folder of the demo's pictures
 * @throws DemoDataError when the platform rejects a call
 */
export async function signInDemoUsers(platform: DemoPlatform, pictures: string): Promise<DemoUsers> {
  const signIn = async (author: Author) => {
    const token = await platform.signIn(emailOf(STUDENTS[author], platform.emailDomain))
    const { uid } = await call<{ uid: string }>(platform, token, { method: 'GET', path: getMe.path })
    const photos = await Promise.all(
      Array.from({ length: PHOTOS_PER_AUTHOR }, async (_, index) => {
        const file = `${pictures}/photographs/${author}-${index + 1}.webp`
        return upload(platform, token, await readFile(file))
      }),
    )
    return { token, author: { userId: uid, photos } }
  }
  const [maya, theo, priya] = [await signIn('maya'), await signIn('theo'), await signIn('priya')]
  return {
    authors: { maya: maya.author, theo: theo.author, priya: priya.author },
    tokens: { maya: maya.token, theo: theo.token, priya: priya.token },
  }
}

/**
 * Loads what import files cannot contain: reports with their reasons, questions, submissions of missing apartments, an
 * administrator's decisions about some of them, roles, bookmarks and places that students go to. Calling it again adds
 * nothing twice.
 * @throws DemoDataError when the platform rejects a call
 */
export async function loadDemoActivity(
  platform: DemoPlatform,
  { authors, tokens }: DemoUsers,
): Promise<void> {
  const adminToken = await platform.signIn(adminEmail(platform.emailDomain))
  const read = <Reply>(path: string) => call<Reply>(platform, adminToken, { method: 'GET', path })
  const change = (token: string, path: string, body?: object) =>
    call(platform, token, { method: 'PUT', path, body })
  const add = <Reply>(token: string, path: string, body: object) =>
    call<Reply>(platform, token, { method: 'POST', path, body })

  for (const { reviewId, by, reason } of ACTIVITY.reports)
    await change(tokens[by], pathOf(updateReviewStatus, { id: reviewId, status: 'REPORTED' }), { reason })
  for (const { reviewId, ...decline } of ACTIVITY.laterDeclines) {
    const { status } = await read<{ status: string }>(pathOf(getReview, { id: reviewId }))
    if (status === 'PENDING')
      await change(adminToken, pathOf(updateReviewStatus, { id: reviewId, status: 'DECLINED' }), { decline })
  }

  const { id, contact } = ACTIVITY.landlordEdit
  await change(adminToken, pathOf(changeLandlord, { id }), { contact })

  const questionsIn = (status: 'PENDING' | 'COMPLETED') =>
    read<{ id: string; msg: string }[]>(pathOf(getContactQuestions, { status }))
  const [pending, answered] = await Promise.all([questionsIn('PENDING'), questionsIn('COMPLETED')])
  for (const { by, msg, isAnswered } of ACTIVITY.questions) {
    if (answered.some((question) => question.msg === msg)) continue
    const name = STUDENTS[by]
    const question = { name, email: emailOf(name, platform.emailDomain), msg }
    const questionId =
      pending.find((waiting) => waiting.msg === msg)?.id ??
      (await add<string>(tokens[by], addContactQuestion.path, question))
    if (isAnswered)
      await change(adminToken, pathOf(updateContactQuestionStatus, { id: questionId, status: 'COMPLETED' }))
  }

  const submissions = await read<{ name: string }[]>(pathOf(getPendingBuildings, { status: 'PENDING' }))
  for (const { by, name, address, numPhotos, review } of ACTIVITY.submissions) {
    if (submissions.some((submission) => submission.name === name)) continue
    const photos = authors[by].photos.slice(0, numPhotos)
    const suggestionId = await add<string>(tokens[by], addPendingBuilding.path, { name, address, photos })
    if (review) await reviewSuggestion(platform, tokens[by], { ...review, suggestionId })
  }

  for (const { name, role } of ACTIVITY.people)
    await change(adminToken, setRole.path, { email: `${name}@${platform.emailDomain}`, role })

  const { mayasBookmarks, mayasLikes, mayasSearch, mayasPlaces, theosPlaces } = ACTIVITY
  for (const apartmentId of mayasBookmarks.apartments)
    await add(tokens.maya, addSavedApartment.path, { apartmentId })
  for (const landlordId of mayasBookmarks.landlords)
    await add(tokens.maya, addSavedLandlord.path, { landlordId })
  for (const reviewId of mayasLikes) await add(tokens.maya, addLike.path, { reviewId })
  await add(tokens.maya, saveSearch.path, mayasSearch)
  for (const [token, places] of [
    [tokens.maya, mayasPlaces],
    [tokens.theo, theosPlaces],
  ] as const)
    for (const { id: placeId, ...place } of places)
      await change(token, pathOf(putMyPlace, { id: placeId }), place)
}

const ATTEMPTS = 50
const PAUSE_MS = 200

/** Waits until svc-reviews has received the suggestion. */
async function reviewSuggestion(platform: DemoPlatform, token: string, body: object): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await call(platform, token, { method: 'POST', path: createReview.path, body })
      return
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
}

async function upload(platform: DemoPlatform, token: string, picture: Buffer): Promise<string> {
  const form = new FormData()
  form.set(PHOTO_FIELD, new Blob([new Uint8Array(picture)], { type: 'image/webp' }), 'photo.webp')
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

export async function call<Reply>(
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
