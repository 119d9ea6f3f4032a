import { type Cid, parseCid } from '../../../shared/domain/cid.ts';

/** Code CIDs of the built-in actors of version 18 (network version 28), as mainnet has them. */
export const ACTOR_CODES: Readonly<Record<string, Cid>> = {
  account: parseCid('bafk2bzacebt5o43hdveql4tqrnr7bg62by3d336ddsfl3l72xedhlsrbe6nia'),
  cron: parseCid('bafk2bzaceakrzoywbqj4wrjyo33azrpozkn2rwb7qidfmsda42zpyqmiohn7o'),
  datacap: parseCid('bafk2bzacedc2r4rf2cnofn5zhnxawhkn445hqgiptfsd4746ejnkmga4uz2ze'),
  eam: parseCid('bafk2bzacec4bwptvkfvc22s2pqm4zdv77aorypuykq33dwlbmguc5tlpsuexw'),
  ethaccount: parseCid('bafk2bzacecb3ebhbvmyaf5lhvdolndxfckuoxugs6hswoapxwacye7hax75ou'),
  evm: parseCid('bafk2bzacea57ib7fosqleehx5z6uvockk3xk5wqycmge5m4rfq4ptr7xrkfsi'),
  init: parseCid('bafk2bzacedrpq4kw6x7cq72w4g4fw56wj6ml4b3doeay6jyivm4dhkxijbe62'),
  multisig: parseCid('bafk2bzacecgyiuanstjcdo43xkax274hmyyfiw7ju44uvcyreayonp7r3fmls'),
  paymentchannel: parseCid('bafk2bzacebuw6l22xfht4gv4q5ltk66sy6ibp6ou63wvy6zaiyzievu3cl4v2'),
  placeholder: parseCid('bafk2bzacedfvut2myeleyq67fljcrw4kkmn5pb5dpyozovj7jpoez5irnc3ro'),
  reward: parseCid('bafk2bzacec53jz3itt55424ebyn2ea3rc62zvyyrnscx3gkv4ulw2hholxiii'),
  storagemarket: parseCid('bafk2bzacedddzlqirkt63auacz4eogkswfjhbayc4mlrsvsxix4kbnj22mjmy'),
  storageminer: parseCid('bafk2bzacead23tnh3ywx2cwudftngssfjgptsvr3nao7xv6mcfot7gvju4bak'),
  storagepower: parseCid('bafk2bzaced6wh6odb572jjegr6vxoukzfblp7vogipaub5rsljbpo5mo35a5i'),
  system: parseCid('bafk2bzaceb6wbrd6oqnplfdawnu6n27gwwajtfj4xjq3k54uq77ynniniyzce'),
  verifiedregistry: parseCid('bafk2bzacebnep6ruikyegl6jo6jdd7dmrk2vrk4xmywoq2g6ps5tmvutu3zbe'),
};
