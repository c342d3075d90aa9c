/** The pages of the site that more than one remote links to. */
export const paths = {
  home: () => '/',
  apartment: (id: string) => `/apartment/${encodeURIComponent(id)}`,
  landlord: (id: string) => `/landlord/${encodeURIComponent(id)}`,
  location: (area: string) => `/location/${encodeURIComponent(area.toLowerCase())}`,
  reviews: () => '/reviews',
  questions: () => '/faq',
  policies: () => '/policies',
} as const
