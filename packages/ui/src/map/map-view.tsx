// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function MapView(props: any) {
  return <div style={{ height: '100%', background: '#dde' }} />
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function PhotoCarousel(_props: any) {
  return null
}
