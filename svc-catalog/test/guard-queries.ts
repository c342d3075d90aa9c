import { guardQueries } from '@offquad/service-kit/testing'

guardQueries({
  small: {
    counters: 'one document',
    providerPauses: 'one document for each provider',
    subjectsVersions: 'one document',
  },
  accepted: [
    {
      query:
        /^(apartments|landlords) find \{(photoUse\.change|unpublishedChange|unloggedChanges\.change):\{\$gt\}\} sort \{changedAt\}/,
      does: 'sorts in memory',
      reason: 'an outbox, which the sweep empties',
    },
    {
      query: /^(apartments|landlords|review_stats) find \{\}/,
      does: 'reads everything',
      reason: 'each instance holds all of them in memory, and reads them when it starts (ADR 018)',
    },
    {
      query: /^(apartments|landlords) aggregate \{\} \$group/,
      does: 'reads everything',
      reason: 'each instance compares what it holds in memory with how many there are, by the index on _id',
    },
    {
      query: /^(apartments|landlords) find \{\$or:\[.*photos:\{\$regex\}/,
      does: 'reads everything',
      reason:
        'a worker looks for sources of pictures once an hour; MongoDB reads what begins with "http" from an index',
    },
    {
      query: /^apartments find \{latitude:\{\$ne\}\}$/,
      does: 'reads everything',
      reason: 'a worker fetches the commutes from all apartments to a place',
    },
    {
      query: /^apartments find \{.*travelTimes\.method:\{\$nin\}.*\} limit/,
      does: 'reads everything',
      reason:
        'a worker looks for travel times that another method computed, among apartments that fit into memory',
    },
    {
      query: /^listing_pictures find \{registeredAt:\{\$lt\}\}/,
      does: 'reads everything',
      reason: 'a worker compares all pictures with what listings name',
    },
  ],
})
