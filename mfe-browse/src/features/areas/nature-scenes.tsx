import { Cloud, Fir, GabledHouse, RoundTree } from '../../components/scene-parts'

/** Big old houses step down a hill towards a lake. */
export function SlopeScene() {
  return (
    <>
      <Cloud x={170} y={90} />
      <Cloud x={560} y={60} />
      <path d="M0 214q240-70 520-20t680-60v266H0z" className="browse-ink-far" />
      <path d="M0 262h620v138H0z" className="browse-ink-water" />
      <path
        d="M60 292h90M190 312h130M40 336h120M300 284h80M240 350h150"
        strokeWidth="3"
        className="browse-ink-ripple"
      />
      <path d="M130 300l26-60 4 60zM160 300l20-44v44zM118 304h74l-12 14h-50z" className="browse-ink-sail" />
      <path d="M330 400q180-30 340-110T1200 110v290z" className="browse-ink-near" />
      <GabledHouse x={520} y={366} width={92} storeys={2} />
      <GabledHouse x={668} y={318} width={104} storeys={2} ink="brick" />
      <GabledHouse x={826} y={262} width={96} storeys={2} />
      <GabledHouse x={984} y={206} width={108} storeys={2} ink="brick" />
      <RoundTree x={640} y={352} radius={22} />
      <RoundTree x={800} y={300} radius={25} />
      <RoundTree x={956} y={246} radius={22} />
      <RoundTree x={1140} y={176} radius={30} />
      <Fir x={470} y={388} height={86} />
      <Fir x={1096} y={330} height={110} />
      <Fir x={1040} y={352} height={84} />
      <RoundTree x={900} y={376} radius={26} />
    </>
  )
}

/** A gorge with a bridge, woods on both sides, and a house among the trees. */
export function WoodsScene() {
  const firs: [x: number, y: number, height: number][] = [
    [70, 300, 150],
    [130, 316, 116],
    [196, 308, 168],
    [262, 322, 120],
    [690, 318, 130],
    [742, 308, 172],
    [1010, 304, 160],
    [1064, 316, 118],
    [1124, 300, 180],
  ]
  return (
    <>
      <Cloud x={250} y={80} />
      <Cloud x={940} y={66} />
      <path d="M0 236q220-110 520-50t680-40v254H0z" className="browse-ink-far" />
      <path d="M0 296h360l44 104H0zM640 296h560v104H596z" className="browse-ink-near" />
      <path d="M404 400l-26-62h244l-26 62z" className="browse-ink-water" />
      <path d="M360 296l44 104h18l-44-104zM640 296l-44 104h-18l44-104z" className="browse-ink-rock" />
      <path d="M336 282h328v16H336z" className="browse-ink-rock" />
      <path
        d="M352 298q148 96 296 0M402 298v28M452 298v44M502 298v50M552 298v44M602 298v28M352 282v-24M412 282v-24M472 282v-24M532 282v-24M592 282v-24M650 282v-24M346 258h310"
        fill="none"
        strokeWidth="5"
        className="browse-ink-stone"
      />
      <GabledHouse x={840} y={318} width={112} storeys={2} />
      {firs.map(([x, y, height]) => (
        <Fir key={x} x={x} y={y} height={height} />
      ))}
      <RoundTree x={314} y={318} radius={30} />
      <RoundTree x={800} y={324} radius={28} />
      <RoundTree x={978} y={330} radius={24} />
    </>
  )
}
