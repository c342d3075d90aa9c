/** Something of the catalog and the user who wants to find it again. */
export interface SavedItem {
  userId: string
  kind: 'apartment' | 'landlord'
  itemId: string
}
