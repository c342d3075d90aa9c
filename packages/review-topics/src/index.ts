export { findMentions, findTopics, type Mention } from './find-topics'
export { LEXICON_VERSION } from './lexicon'
