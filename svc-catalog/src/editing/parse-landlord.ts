import { quote } from '@offquad/contracts'
import { readLinks, textUpTo } from '@offquad/service-kit/import-fields'
import { type LandlordContent } from '../catalog/entities'
import { contactLink, nameUpTo, readId } from './fields'
import { readPhotos } from './parse-apartment'
import { type Parsed, parseRow, type Row, type RowReader, withoutAbsent } from './parse-row'

const readName = nameUpTo(200)
const readAddress = textUpTo(300)
const readContactText = textUpTo(2048)

/** Parses a landlord of an old export; returns the landlord, or all problems. */
export function parseLandlord(row: Row): Parsed<LandlordContent> {
  return parseRow<LandlordContent>(row, (reader) => ({
    id: reader.required('id', readId, ''),
    content: {
      name: reader.required('name', readName, ''),
      ...withoutAbsent({
        address: reader.optional('address', (value) => readAddress(value) || null),
        contact: readContact(reader),
        photos: readPhotos(reader),
        profilePhoto: reader.optional('profilePhoto', (value) => readLinks([value]).kept[0] ?? null),
      }),
    },
  }))
}

function readContact(reader: RowReader): string | null | undefined {
  const text = reader.optional('contact', readContactText)
  if (!text) return text === undefined ? undefined : null
  const link = contactLink(text)
  if (!link) reader.note('contact', `contact left out: ${quote(text)} is not a link`)
  return link ?? null
}
