/** Which built-in actor a code CID stands for (protocol.md 8.3). The code of an actor changes with every actors version. */
import { CID } from 'multiformats/cid';
import { type Cid, parseCid } from './cid.ts';

/** The actors' names as StateActorCodeCIDs gives them. */
export const ACTOR_TYPES = [
  'account',
  'cron',
  'datacap',
  'eam',
  'ethaccount',
  'evm',
  'init',
  'multisig',
  'paymentchannel',
  'placeholder',
  'reward',
  'storagemarket',
  'storageminer',
  'storagepower',
  'system',
  'verifiedregistry',
] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Codes of actors v18 (network version 28) on mainnet and on the calibration network. */
const CODES: Readonly<Record<ActorType, readonly [mainnet: string, calibration: string]>> = {
  account: [
    'bafk2bzacebt5o43hdveql4tqrnr7bg62by3d336ddsfl3l72xedhlsrbe6nia',
    'bafk2bzaceaaekrmq3cqnzokwmuksgr7vqgslpm67blh3fhj4cwgnk5vgoksam',
  ],
  cron: [
    'bafk2bzaceakrzoywbqj4wrjyo33azrpozkn2rwb7qidfmsda42zpyqmiohn7o',
    'bafk2bzacea6qt5zk7n6z3xg3mn6rbd54ijnzqkz7mdt4vinjclylgp44unau6',
  ],
  datacap: [
    'bafk2bzacedc2r4rf2cnofn5zhnxawhkn445hqgiptfsd4746ejnkmga4uz2ze',
    'bafk2bzaced6f3eomhaanxsrgwxp7oienjh7baramvz42kw5swszcpo44gay5m',
  ],
  eam: ['bafk2bzacec4bwptvkfvc22s2pqm4zdv77aorypuykq33dwlbmguc5tlpsuexw', 'bafk2bzacedwo54emfh7xdayrnojvbighqdwvqcmaatovcnvfm3b3oouwpdzi6'],
  ethaccount: [
    'bafk2bzacecb3ebhbvmyaf5lhvdolndxfckuoxugs6hswoapxwacye7hax75ou',
    'bafk2bzaceduuafkwihklhnrwrcjvembs2t24mayoy54dy4pw65tnozzqikdbs',
  ],
  evm: ['bafk2bzacea57ib7fosqleehx5z6uvockk3xk5wqycmge5m4rfq4ptr7xrkfsi', 'bafk2bzaceb63lj5qyx6hrtagl4mlqla6rb2ligpeglurhfvn2avubim62oyxc'],
  init: [
    'bafk2bzacedrpq4kw6x7cq72w4g4fw56wj6ml4b3doeay6jyivm4dhkxijbe62',
    'bafk2bzaceckaapwi22d56nqlnieqapwaqmicv7oqtbuowa4vfrckqr465eank',
  ],
  multisig: [
    'bafk2bzacecgyiuanstjcdo43xkax274hmyyfiw7ju44uvcyreayonp7r3fmls',
    'bafk2bzacechrsbw65ojbktr63swju5g7275fl3lxminrz7damr4me6wq6fjxm',
  ],
  paymentchannel: [
    'bafk2bzacebuw6l22xfht4gv4q5ltk66sy6ibp6ou63wvy6zaiyzievu3cl4v2',
    'bafk2bzacecycr25bi4fqwpkrkyiarch3qlhakt6l5linxrs4vpjzv5a3a55rg',
  ],
  placeholder: [
    'bafk2bzacedfvut2myeleyq67fljcrw4kkmn5pb5dpyozovj7jpoez5irnc3ro',
    'bafk2bzacedfvut2myeleyq67fljcrw4kkmn5pb5dpyozovj7jpoez5irnc3ro',
  ],
  reward: [
    'bafk2bzacec53jz3itt55424ebyn2ea3rc62zvyyrnscx3gkv4ulw2hholxiii',
    'bafk2bzacebr7cct7gottmvpd4ye5av5rbeoqhhlniyizu3tdoia2v3jzgzib2',
  ],
  storagemarket: [
    'bafk2bzacedddzlqirkt63auacz4eogkswfjhbayc4mlrsvsxix4kbnj22mjmy',
    'bafk2bzaceabzd7bytvpvamtunoqsbjlhhtu52vrshvel4hc4i7p52qkzuuubk',
  ],
  storageminer: [
    'bafk2bzacead23tnh3ywx2cwudftngssfjgptsvr3nao7xv6mcfot7gvju4bak',
    'bafk2bzacedmjs2a62u5isgkewjaik6zxq3obrowalnb2vvkmipomro2rvesh2',
  ],
  storagepower: [
    'bafk2bzaced6wh6odb572jjegr6vxoukzfblp7vogipaub5rsljbpo5mo35a5i',
    'bafk2bzacec44gnb4mttxdquf4v565figj5l4oquggy5eoftwgdvvsmeeqhtnu',
  ],
  system: [
    'bafk2bzaceb6wbrd6oqnplfdawnu6n27gwwajtfj4xjq3k54uq77ynniniyzce',
    'bafk2bzacecq366vuipuunlityjeaj7q7iexemcpkv7b5netouxcow4qr4cr6c',
  ],
  verifiedregistry: [
    'bafk2bzacebnep6ruikyegl6jo6jdd7dmrk2vrk4xmywoq2g6ps5tmvutu3zbe',
    'bafk2bzaceb6slpid3f7miqz6kylytd2azlngbce2jsa7p2cos3ejnixxat5cu',
  ],
};

const IDENTITY_HASH = 0;
const TYPE_OF: ReadonlyMap<string, ActorType> = new Map(
  (Object.keys(CODES) as ActorType[]).flatMap((type) => CODES[type].map((code) => [code, type] as const)),
);

/** The code CIDs of actors v18 on a network, by the actors' names. */
export function actorCodes(network: 'mainnet' | 'calibration'): Readonly<Record<ActorType, Cid>> {
  const index = network === 'mainnet' ? 0 : 1;
  const entries = (Object.keys(CODES) as ActorType[]).map((type) => [type, parseCid(CODES[type][index])]);
  return Object.fromEntries(entries) as Record<ActorType, Cid>;
}

/**
 * The actor type of a code CID: by the table, or, for actors before network version 16, from the name that the CID itself
 * holds (`fil/7/storageminer`). Undefined for codes of versions not in the table: ask StateActorCodeCIDs.
 */
export function actorTypeFromCode(code: string): ActorType | undefined {
  const known = TYPE_OF.get(code);
  if (known !== undefined) return known;
  try {
    const { multihash } = CID.parse(code);
    if (multihash.code !== IDENTITY_HASH) return undefined;
    const name =
      String.fromCharCode(...multihash.digest)
        .split('/')
        .at(-1) ?? '';
    return Object.hasOwn(CODES, name) ? (name as ActorType) : undefined;
  } catch {
    // a node may send anything here: what is no CID is no known actor
    return undefined;
  }
}
