import { guardQueries } from '@offquad/service-kit/testing'

guardQueries({
  small: {
    countVersions: 'one document',
    subjectSnapshots: 'one document, and one for each snapshot that is arriving',
  },
  accepted: [
    {
      query: /^reviews find \{outbox\.change:\{\$gt\}\} sort \{changedAt\}/,
      does: 'sorts in memory',
      reason: 'an outbox, which the sweep empties',
    },
    {
      query: /^reviews aggregate \{.*(aptId|landlordId).*\} .*sort \{((likes|overallRating),)?month,_id\}/,
      does: 'sorts in memory',
      reason:
        'the reviews of one apartment or landlord; likes are never stored with a review, and a filter may be worth more than the order',
    },
    {
      query: /^reviews find \{_id:\{\$in\}\} sort \{month,_id\}/,
      does: 'sorts in memory',
      reason: 'reviews that are known by their ids',
    },
    {
      query: /^reviews find \{date:\{\$gte,\$lte\},userId\} sort \{date\}/,
      does: 'sorts in memory',
      reason: 'the reviews that one person wrote within two days',
    },
    {
      query: /^reviews distinct (aptId|landlordId) /,
      does: 'reads everything',
      reason:
        'a worker recounts every ten minutes; MongoDB answers with a DISTINCT_SCAN, which reads one key for each apartment or landlord',
    },
  ],
})
