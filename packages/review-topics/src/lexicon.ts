import { REVIEW_TOPICS, type ReviewTopic } from '@offquad/contracts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import lexicon from './lexicon.yaml'

const EXACT = { additionalProperties: false }
const Phrases = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })
const TopicWords = Type.Object(
  {
    subjects: Phrases,
    praise: Phrases,
    complaints: Phrases,
    good: Type.Optional(Phrases),
    bad: Type.Optional(Phrases),
  },
  EXACT,
)
const Topics = Object.fromEntries(REVIEW_TOPICS.map((topic) => [topic, TopicWords]))
const Lexicon = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    topics: Type.Object(Topics as Record<ReviewTopic, typeof TopicWords>, EXACT),
    opinionsOfAnything: Type.Object({ good: Phrases, bad: Phrases }, EXACT),
    breakages: Phrases,
    expectations: Phrases,
    negations: Phrases,
    meaningless: Phrases,
  },
  EXACT,
)

Value.Assert(Lexicon, lexicon)
export const LEXICON = lexicon
export const LEXICON_VERSION = lexicon.version
