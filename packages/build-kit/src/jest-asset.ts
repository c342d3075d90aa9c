export const asset = ''
