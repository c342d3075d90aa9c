import { PHOTO_FIELD, PHOTO_MAX_BYTES, REVIEW_MESSAGES } from '@offquad/contracts'
import { InvalidInputError, TooLargeError, UnsupportedMediaError } from '@offquad/service-kit'

/** The members of a multipart request that are used here. */
interface MultipartRequest {
  isMultipart(): boolean
  parts(options: { limits: object }): AsyncIterable<Part>
}
type Part = { type: 'file'; fieldname: string; toBuffer(): Promise<Buffer> } | { type: 'field' }

const LIMITS = { fileSize: PHOTO_MAX_BYTES, files: 1, fields: 10, fieldSize: 1024, headerPairs: 20 }

const missing = () =>
  new InvalidInputError('invalid-upload', `Send one picture in the field "${PHOTO_FIELD}".`, [
    { field: PHOTO_FIELD, message: REVIEW_MESSAGES.required },
  ])

/** @throws InvalidInputError, TooLargeError or UnsupportedMediaError unless the request is one file within the limit */
export async function readUpload(request: MultipartRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw new UnsupportedMediaError('not-multipart', 'Send the picture as multipart/form-data.')
  const file = await readParts(request).catch((error: unknown) => {
    throw asProblem(error)
  })
  if (!file || file.length === 0) throw missing()
  return file
}

async function readParts(request: MultipartRequest): Promise<Buffer | undefined> {
  let file: Buffer | undefined
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type !== 'file') continue
    const bytes = await part.toBuffer()
    if (part.fieldname === PHOTO_FIELD) file = bytes
  }
  return file
}

function asProblem(error: unknown): Error {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new TooLargeError(
      'photo-too-large',
      `A photo may have at most ${PHOTO_MAX_BYTES / 1024 ** 2} MB. Choose a smaller one.`,
    )
  return new InvalidInputError('invalid-upload', `The upload cannot be read: ${message}.`)
}
