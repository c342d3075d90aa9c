export { countTopics, findTopics, passagesAbout } from './find-topics'
export { LEXICON_VERSION } from './lexicon'
