/**
 * Three complete states of actors version 2 (network versions 4 to 9) in state trees of version 1: with miners, with a
 * multisig, with a payment channel. From the public test vectors filecoin-project/test-vectors (MIT, Apache-2.0), the states after
 * `corpus/reward/reward--ok-miners-awarded-no-premiums--actorsv2`, `corpus/multisig/basic--ok-propose-and-approve--actorsv2` and
 * `corpus/paych/paych--update-ok--actorsv2`.
 */
import { gunzipSync } from 'node:zlib';
import { base64ToBytes } from '../../shared/domain/encoding/bytes.ts';
import { parseCid } from '../../shared/domain/encoding/cid.ts';
import { parseCar } from './car-blocks.ts';
import { type KnownState, knownState } from './genesis-state.ts';

/** A CARv1 file, gzip and base64. */
const CAR = `
  H4sIAAAAAAACA+2aezxUWxvH91zMjEu5liFO0sU9Tp2TIhkiiZCaSDcTg3GtMUSkMaMbilIIOURXXRRylEKiTlSSQuotJyGRS7mkk/PORM6sRceutz7v+34+Z/+1L+v7rN+z
  9l5rPftZaz/mCJ3p48Py5dao26sgmE0pDVilLZbYw1uPZT5NCbhh1GjO3euUd3drn6RIVP+KvbYdmsnFAkXzm5dPvK4zWaY44UbyQU63/tT3bS9ee8Qkdb7UPJ9S8jRdoGhM
  v4TnBjFlbMShR6uOatVVnyfsKlNaEjvRL8S1NztrtburP53py/DxxoSgU8HFCBjXCM5TpIob2Wrnbp/QubncQWx67rJF6i6mF2ed634kaq4tUNQ08+41pTutq4MVNlyvkjOY
  2/Aqfe+uCcykpvVJIpkNRYUq6IqxW0noquaYVFmKKkem0n4M5RgjjLAadTsEQ0WkXBie2rO0fVk+TJor3YvhTWcKiOzX3Z6aw/7dzDktpZhdvcYxeoH+mtAi0V/UbQa0nyFn
  +hFzpNT0eJZsO0FmyDCdZ9iWb3jcoGGak5OPnzdLwKa2m+T9B0RNYnqADPP+jcZqlbkZV/bVuk2Vm+/t5t1Oz0QoQ6YIPFP2k/i2Jg7a4r0ZhguD7sykuzJ8WcxAAaOk2g3Z
  vmQp5tvY6+oTFn2QvJXROK/gylWDW3ej9XMydhR+NMrhGcWP7vhGn82A40fvhXlKqrFFS1+8TjyDEec0qhUEPIiza9BZbtNSaJrKQCg8W+5j+lprYdZoJnVVQxr/MoSZnrGi
  esCTIim+5dHPc3pebolS6UIWI7g9IemlbCSVpiPAlTZG0gj2+VM642sTAmsudpVHqokYzp94xFX+4s5Xmz12DrUQwhOwjC9AbMiZQF8W3esLPrLhthbitzWZb0oa/CBoTA+6
  oEeG3LNkyY6NqZUTDU5pbU3L6rU4H/kL1XSZckjJ1ASJ+XrDFjE8i9Z8gyKDBhneDEE7z+17Z5jddZSbefc6MSBwYap/k3FekUjH0gyJcc9vuDiaDNtxHrORy6eXsk54UxsM
  6BYtWCRnq6K17moZqVlGx8av3Xz0VBsOy29kG+macwNDJt3GNJmVyDxj4RbEyTt3XnyNw80SzaLFPev8OZULJx2a11TrsWL4c3JB14/6bstruPhPXh6dfoMcI6RuuUt5g4+k
  f/nC3NYNfVUDXR8E+hHPqMeY+mYOGOsdyLKjLJAOkzCSeyPt5ady3Wb2DEUxM4XG5KlVxOHWw0JfCJO+mcZ0FrDUNOHXw5XSEX9qxIlnXDSZ7r4uZulS7Yfq9un3qTt3SMYU
  I0sRgv8a/9YKYcdds9qun8KgwyIoFJ5PqrL0KevfPUOWIJj2s4oNNVWLrTn28gimF+ES5hXIP2/7qW3+nBbRPNUnLq/fJuYgdhhMYoDU7ngFdUarYbhCVvL54JWLLx1RNUc0
  XsdQJy6wOyyPYBXblyBY24peObPbUvOXIhiJPt2aA+rLwhGEpxUb3Fadjt9wldc3EAXYbcFzB3QNGWr/I25363PSu3sd0jxntFpPxsadl3o4OfHl0c43ASLLZq82fBfK2iKq
  eUQ2Mbay8Desle20H0a8OeCiEYvum9gr8JZ+WtigV7mv4g798todnBbJmJBskmL92/Un9dwSHG3DDcwpf30/AlSnPTdkICMn5s/KlVI5Ogl6hQUbk+KSTEr35hUHqcTOfUah
  CBQmD7iX09LSPMR05y/R23vMIlSj61aiLdsmOimgikQNFxMo+oIeYUC+Taivi56QndlKLZp6ZOnq+pZpNfPmlvw6L8hacJab9xS7pERFeSC8oegEa7zlymlpkXOVXuBTVp1q
  ZoZN6bvyBVblcM2IQPG3hsXS1cmxP2Hyt0VeDZSNs3I8GxEVq5mlJjF17WxG2jlKGAZdwZ1f59lYRXkdAOFQKDPRleYiCNcIYbNV0DUbRQ3dS+NQ2M0T0X0MofHZHF7v0uB1
  NozFAfvVLrkW/Os5brxruT9OGZg/3sK/NjoxfB3Ev7ZsBp/bq4LPnSDe+wR4HdgMlt+uCj6PdgOfJ0L8MYi/APFXIP4mxN+H9D+F9LdA+rtB/3EIyOPEQB4nC/I4ZbB+nBao
  HzcP1I8zgXhriHeAeBeI3wT6jwuG+J2Q/hhIfzJU/0nI/2yIL4T4Moh/CNVfD+lvg/T3gfrxOJDHjwd5vDzI46dDvA7E64P68WagfrwtqB+/FvQf7wbxLIjfBvHhEH8Q4lMh
  /ach/bmQ/muQ/3cgvhbiGyC+Har/PahfiADqF5IE9QspgLyQKsTPhvgFEG8O8VRQv5AjqF/IA9Qv5A/6L8SB+D0QHw/xaVD95yD9lyD9JZD+Coh/DPFNf/GB/OsuiP8A8gRh
  UD9BBtRPmAzqJ6iD/hPmQLwRxFtCvB1UvxOon+AN+k8IBPUTwiA+GuITIf4YxJ+H+CuQ/puQ/vuQ/n9B/rdAfDfIExGQJ4qCPFEW5InKoH6iFqifOBfUTzQB/SdaQ7wDxNMh
  fhNUfzCkfyekfz+kPxniT0J8NsQXQHwZxD+E9NdD+lsh/X2g/yQcyJPGgzxJDuRJ08H6STqgfpI+qJ+0CNRPsoX4tRDvBvG+EL8N4sPB/ks6COlPgfSfhvzPhfy/BvG3Ib4W
  4hsgvh3S3w/qFyaA+oUlQf+FFUBeWAXiZ0P8ArB+YXNQv/AKUL+wI6hf2APi/SE+FOL3QHw8xKdB+s9C+i9B+ksg/ysgvg7imyC+C6r/A6hfhNS8GGl2/mOyFubUfHT/ahHG
  iLMxQmf3mLDoviw2IkdCsEo9qqPnEEbecUCXoeD/uB5llrVEL3VdtIt085XNSVOxuCl1OvtUMdMXRmuJFNsfU/89yu9ylEKwcXFCJFWtQNzKAF0+JZSKYTTPNrfcp+g+oF1v
  MGWd5Zpe4gYqHV1iRzDDWyuhueZ4bseOjJonWsb7DBRyrHQjJ9M235y+8rfjaTOpA2SvjU5uNIa3lj/Nk+FMYzF8vHfj0KEckxRVrtTuj2kQKtb4lWGizcCWjtMFhYu477ea
  5+83f0v2HHq4ci6mzuEA81FZX/DG9X5J9TkWBBrZ5ePDr2hEstsn8kvzBmSPQUGjti7Z+ZPZuM77x3+Mqz4w46BTpPXJ0+LFbpHWcaw8oVQrPUPZSaftPanNhu+2yLe/1+sQ
  qVMuvUymD5l9+oFqVZs+s+xSj2a9z4D4+17b/d1k16GH6jHz159srVlxkr01LeDQ6ZITIXPnkN2HWuhxys/leMuy8lOpC5abKQt7jTOcd5HMIIPJvb/OLmDR5Qojvs+f99cl
  Nb5hUeQLyvITWq8pFIr6Z1Kvo9xSgBO+gucdWHQZZI4xSS1sKEmIg1K1TkwfbwEX6PceVTvvL39QISG39ZrHg/fEwrvbyx+f65IIK6wK+iC7ajjZ6IkuGbrDb1lcgQQns6zT
  FBcxbuYPbni1xcWzkjHrx18s8HtTPmHkooLTmAnRp6as0qzUPPeb+ZkHsuOCY9T2BHhWtPdfqGxKr560OV4EWYTMjG6rQIYMuo5psF935RP9prVnUxJ831wzv9axX/cGs/TF
  4UPux06cPa1YPGs4c481QAeEjt4B1dHpD+U1wqfE4VjtJ5g4fFyu4HiJnKaX3bljnWihjPam67Ne3r7r2eQuvnnPoWtnxv2TOByZOJyPrul487i7MeIBzeOz0PWZ0I9rUUL8
  lRdhMtjz/jozQLeIFDr66F2FQbeUFcUbfSgCKXXggmNPRnAYsdw97VYeuQvzb37wV7kr251c0K110A7BFdhVUpKCDvlWJmaWHXoSl3/HLuFyJO5Lh792gfJ+5/JytR4wRHF0
  lcqJKjlBkg9FZGTG1WrIL92GrWzX8epZhq4cx4SCkLDcT6udXIQyPEgJnLvwz1VHXwwceYeNQbfWyDVGbL7PxKLz+bXQ0e86oFtyDf2KsOLTaDTWErHgaBSz85nJqszgmd1+
  7Q9WFzEu2bpfmbEr1GpuXUSMtfzWR3L/jEafHY3GajreaORqjLhBo1EIuu0RwB4GV93YliUJahde3p7z/pdHUxZPcQ9aedjMOYRcdC+sjJt59guWl58Q0ZnkmFy3FFUKR72F
  YKy5FrMIuWcTsw75XhsJQtFvJPDJasM0vic1Fg0s75ozY+ozEyc8t761joBPwm1KpHVe/miP+y2CsG8VJ7HcbXchQzHScr6x8YPGvPw8WQxfhquAtdXONnm3pF6w96+iXvG7
  WfL2QKReFEf6ecjTy7TLD2ux0sON9V/YqODQd973Z60X5yIu6E0SmqHbHCvt39rXUOPi6ZGVQtqzyQvtRoXq4szK3b4XmnbFb9F4OPNJdWxHkGZLvr4SVkvWVLZCf8+33Kiw
  CMkrD83o+TQ7/cfbSwYNnhZBuxlgWuaFRbT4FYFt94/ak7I58iLLpXu7ONnb0626fXV/CH85uBkg0DAV2dIv1IUkYtBhIzYD9Foc19uEr4oZ3AxgkZYQ+K9MUwQ6VmLkYt1z
  teDbnww9/ROh/N3qPx3d6xNMR5RbKz6s8K2+GtzPYrze1BUQF6gWHlaSdTjHA6txMcnFiew2Ih2RikGHckyUlNgSYUP/05fsnnX1bGtNNl7jteOWzJ7fyqym6gz/if/N3/9n
  /uHpf/cP73IWi65D/PM3Hi6mxAuFndGNbTs5g3k8LMYYEeGHsfUiX1LRyHEVvMrHoJs/Pkbv/IMfqWMfeyKjHLxIvRAZ9fhOzfgp7hhrryUQd3Rqb2c5HhO3MXeOV8YTtFdn
  jzOgjVtW9LvshQmU/Cy3xC+YLRKI6Ex+67iDN3s2Vx2V+L+JOzj/S3GHYH7m/zheiPpAXbbzKf6gvvFeiVsSe69qZcza1ptk+Vp9l/cribpfNb55vBDWIRAv2MvxLcoMWtxI
  C/Sie7N4c5a3N91TwLCNTcqqy4bB7yocq/JaL07SvS7ao53plFpRe5G+oFpJ+AiyEFGR+A5Bg9nPB5C16CTsGBxdeWMrMEotCHj+O9G6kjrpggVyQ7Kw743cyft1FuVn7F42
  HGe3fDBZha4YF4vhGmFDBQyfvpP06qDR8X6MvtsVcnJ4pSXe6ZWVodbiG71R8c9zGTvYK9GV4xqxBc36vymlTbAKa7j0g+efsvsVpWcbPDczuvLYPKvrJettIt6ArYOuHNeI
  xOa/DRGM5ufe72j36Oi+ScEgqOeEQ6mWBtHyD9VpHubWBikzRILihJZcO6wj1NdObFONIbuOCIK4GHQoZyEvBuL+XQzk8vUx0L8B5waMo0MwAAA=
`;

/** The states in the order above. */
export function actorsV2States(): readonly KnownState[] {
  const { roots, blocks } = parseCar(gunzipSync(base64ToBytes(CAR.replace(/\s/g, ''))));
  return roots.map((root) => knownState(parseCid(root.toString()), blocks));
}
