import { Cloud, GabledHouse, RoundTree, Wall, Windows } from '../../components/scene-parts'

/** Blocks of flats beside old houses, a clock tower on the hill behind. */
export function TowersScene() {
  return (
    <>
      <Cloud x={200} y={70} />
      <Cloud x={640} y={96} />
      <Cloud x={1080} y={60} />
      <path d="M0 300q260-120 560-60t640-110v270H0z" className="browse-ink-far" />
      <Wall x={884} y={92} width={44} height={150} ink="wall" />
      <path d="M876 96l30-58 30 58z" className="browse-ink-roof" />
      <circle cx="906" cy="122" r="12" className="browse-ink-light" />
      <Windows x={894} y={150} columns={2} rows={3} step={[16, 26]} size={[8, 14]} />
      <g>
        <Wall x={96} y={150} width={128} height={220} ink="wall" />
        <rect x="90" y="142" width="140" height="12" className="browse-ink-roof" />
        <Windows x={112} y={172} columns={5} rows={6} step={[21, 30]} />
        <Wall x={238} y={96} width={150} height={274} ink="brick" />
        <Wall x={300} y={74} width={44} height={24} ink="brick" />
        <Windows x={256} y={118} columns={6} rows={8} step={[21, 29]} />
        <Wall x={402} y={188} width={118} height={182} ink="wall" />
        <path d="M402 188h118v-12H402z" className="browse-ink-roof" />
        <Windows x={418} y={206} columns={4} rows={5} step={[25, 30]} />
      </g>
      <GabledHouse x={560} y={366} width={100} storeys={2} />
      <GabledHouse x={688} y={370} width={84} storeys={2} />
      <g>
        <Wall x={812} y={216} width={132} height={154} ink="brick" />
        <Windows x={830} y={234} columns={5} rows={4} step={[21, 30]} />
        <Wall x={974} y={156} width={120} height={214} ink="wall" />
        <rect x="968" y="148" width="132" height="12" className="browse-ink-roof" />
        <Windows x={990} y={176} columns={4} rows={6} step={[25, 30]} />
      </g>
      <path d="M0 366h1200v34H0z" className="browse-ink-near" />
      <RoundTree x={60} y={368} radius={26} />
      <RoundTree x={540} y={370} radius={20} />
      <RoundTree x={958} y={370} radius={19} />
      <RoundTree x={1140} y={368} radius={28} />
    </>
  )
}

/** A shopping street at the foot of the hill: brick fronts, awnings, lamps and a string of lights. */
export function StreetScene() {
  const fronts = [
    { x: 40, width: 150, top: 150, ink: 'brick' as const },
    { x: 190, width: 118, top: 190, ink: 'wall' as const },
    { x: 308, width: 172, top: 126, ink: 'brick' as const },
    { x: 480, width: 132, top: 176, ink: 'wall' as const },
    { x: 612, width: 112, top: 148, ink: 'brick' as const },
    { x: 724, width: 166, top: 196, ink: 'wall' as const },
    { x: 890, width: 128, top: 134, ink: 'brick' as const },
    { x: 1018, width: 142, top: 172, ink: 'wall' as const },
  ]
  return (
    <>
      <Cloud x={120} y={64} />
      <Cloud x={820} y={58} />
      <path d="M0 260q300-150 640-70t560-50v260H0z" className="browse-ink-far" />
      {fronts.map(({ x, width, top, ink }) => (
        <g key={x}>
          <Wall x={x} y={top} width={width} height={370 - top} ink={ink} />
          <rect x={x - 4} y={top - 8} width={width + 8} height="12" className="browse-ink-roof" />
          <Windows
            x={x + 16}
            y={top + 20}
            columns={Math.floor((width - 16) / 30)}
            rows={Math.floor((272 - top) / 36)}
            step={[30, 36]}
            size={[16, 22]}
          />
          <rect x={x + 12} y="306" width={width - 24} height="64" className="browse-ink-light" />
          <path d={`M${x + 4} 306l10-22h${width - 28}l10 22z`} className="browse-ink-roof" />
        </g>
      ))}
      <path d="M0 366h1200v34H0z" className="browse-ink-road" />
      <path d="M20 130q190 74 380 0t380 0 400 0" fill="none" strokeWidth="2" className="browse-ink-line" />
      {Array.from({ length: 24 }, (_, index) => (
        <circle
          key={index}
          cx={44 + index * 48}
          cy={148 + 18 * Math.abs(Math.sin((index * Math.PI) / 7.9))}
          r="5"
          className="browse-ink-light"
        />
      ))}
      {[170, 596, 1004].map((x) => (
        <g key={x}>
          <path d={`M${x} 368V252`} strokeWidth="6" className="browse-ink-line" />
          <circle cx={x} cy="244" r="12" className="browse-ink-light" />
        </g>
      ))}
    </>
  )
}
