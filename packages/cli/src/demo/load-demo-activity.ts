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
  pathOf,
  PHOTO_FIELD,
  type Role,
  setRole,
  updateContactQuestionStatus,
  updateReviewStatus,
  uploadPhoto,
} from '@offquad/contracts'
import { CommandFailure } from '../command-failure'
import { demoAccounts } from '../start/accounts'
import { type RunFile } from '../start/run-file'
import { accessTokenFor } from '../token'
import {
  declinedLater,
  type DemoAuthors,
  LANDLORD_EDIT,
  QUESTIONS,
  reportsOfReviews,
  SUBMISSIONS,
} from './demo-moderation'
import { takePhotograph } from './pictures/photograph'
import { createRandom } from './random'

const PHOTO_SEED = 1868
const PHOTOS_PER_AUTHOR = 3

type Author = keyof DemoAuthors
type Tokens = Record<Author, string>

/** Signs the demo accounts in and uploads a few pictures for each. */
export async function enterDemoAuthors(run: RunFile): Promise<{ authors: DemoAuthors; tokens: Tokens }> {
  const [maya, theo, priya] = demoAccounts(run.emailDomain)
  const enter = async (email = '', position = 0) => {
    const token = await accessTokenFor(email, run)
    const { uid } = await call<{ uid: string }>(run, token, { method: 'GET', path: getMe.path })
    const photos = await Promise.all(
      Array.from({ length: PHOTOS_PER_AUTHOR }, (_, index) =>
        upload(run, token, takePhotograph(createRandom(PHOTO_SEED + position * 7 + index), position + index)),
      ),
    )
    return { token, author: { userId: uid, photos } }
  }
  const entered = {
    maya: await enter(maya?.email, 0),
    theo: await enter(theo?.email, 1),
    priya: await enter(priya?.email, 2),
  }
  return {
    authors: { maya: entered.maya.author, theo: entered.theo.author, priya: entered.priya.author },
    tokens: { maya: entered.maya.token, theo: entered.theo.token, priya: entered.priya.token },
  }
}

interface ActivityInput {
  authors: DemoAuthors
  tokens: Tokens
  adminToken: string
}

/**
 * What import files cannot hold: reports with their reasons, questions, apartments that could not be found, and what an
 * administrator made of some of it. Repeated after a start that died half way, it adds nothing twice.
 */
export async function loadDemoActivity(
  run: RunFile,
  { authors, tokens, adminToken }: ActivityInput,
): Promise<void> {
  for (const { reviewId, by, reason } of reportsOfReviews())
    await call(run, tokens[by], {
      method: 'PUT',
      path: pathOf(updateReviewStatus, { id: reviewId, status: 'REPORTED' }),
      body: { reason },
    })
  for (const { reviewId, decline } of declinedLater()) {
    const path = pathOf(getReview, { id: reviewId })
    const { status } = await call<{ status: string }>(run, adminToken, { method: 'GET', path })
    if (status === 'PENDING')
      await call(run, adminToken, {
        method: 'PUT',
        path: pathOf(updateReviewStatus, { id: reviewId, status: 'DECLINED' }),
        body: { decline },
      })
  }
  const { id: landlordId, contact } = LANDLORD_EDIT
  await call(run, adminToken, {
    method: 'PUT',
    path: pathOf(changeLandlord, { id: landlordId }),
    body: { contact },
  })
  const questionsIn = (status: 'PENDING' | 'COMPLETED') =>
    call<{ id: string; msg: string }[]>(run, adminToken, {
      method: 'GET',
      path: pathOf(getContactQuestions, { status }),
    })
  const [questions, answered, submissions] = await Promise.all([
    questionsIn('PENDING'),
    questionsIn('COMPLETED'),
    call<{ name: string }[]>(run, adminToken, {
      method: 'GET',
      path: pathOf(getPendingBuildings, { status: 'PENDING' }),
    }),
  ])
  for (const { by, name, msg, isAnswered } of QUESTIONS) {
    if (answered.some((question) => question.msg === msg)) continue
    const known = questions.find((question) => question.msg === msg)
    const id =
      known?.id ??
      (await call<string>(run, tokens[by], {
        method: 'POST',
        path: addContactQuestion.path,
        body: { name, email: `${name.toLowerCase().replace(' ', '.')}@${run.emailDomain}`, msg },
      }))
    if (isAnswered)
      await call(run, adminToken, {
        method: 'PUT',
        path: pathOf(updateContactQuestionStatus, { id, status: 'COMPLETED' }),
      })
  }
  for (const { by, name, address, numPhotos } of SUBMISSIONS)
    if (!submissions.some((submission) => submission.name === name))
      await call(run, tokens[by], {
        method: 'POST',
        path: addPendingBuilding.path,
        body: { name, address, photos: authors[by].photos.slice(0, numPhotos) },
      })
  for (const { name, role } of PEOPLE)
    await call(run, adminToken, {
      method: 'PUT',
      path: setRole.path,
      body: { email: `${name}@${run.emailDomain}`, role },
    })
  for (const { path, body } of BOOKMARKS_OF_MAYA) await call(run, tokens.maya, { method: 'POST', path, body })
}

/** They have not signed in yet; the administrator of the settings and their developer are there besides. */
const PEOPLE: { name: string; role: Role }[] = [
  { name: 'noor.haddad', role: 'admin' },
  { name: 'sam.whitfield', role: 'developer' },
]

const BOOKMARKS_OF_MAYA = [
  ...['demo-1', 'demo-3', 'demo-6'].map((apartmentId) => ({
    path: addSavedApartment.path,
    body: { apartmentId },
  })),
  ...['demo-landlord-1', 'demo-landlord-2'].map((landlordId) => ({
    path: addSavedLandlord.path,
    body: { landlordId },
  })),
  ...['demo-1-review-1', 'demo-1-review-2'].map((reviewId) => ({ path: addLike.path, body: { reviewId } })),
]

async function upload(run: RunFile, token: string, picture: Buffer): Promise<string> {
  const form = new FormData()
  form.set(PHOTO_FIELD, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'photo.png')
  const { url } = await call<{ url: string }>(run, token, {
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

async function call<Reply>(run: RunFile, token: string, { method, path, body }: Call): Promise<Reply> {
  const isForm = body instanceof FormData
  const response = await fetch(run.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new CommandFailure(
      `The demo data was not accepted: ${method} ${path} returned ${response.status}: ${await response.text()}`,
    )
  return (await response.json()) as Reply
}
