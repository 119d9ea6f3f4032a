import { describe, expect, it } from 'vitest';
import { paramsWords } from '../../../../../../renderer/views/inspector/console/params-words.ts';

const ONE = 'bafy2bzacecgiscfh3oy27s2kbsngmtm67y7vcgbj762cglfozr2mappkgeoai';
const OTHER = 'bafy2bzaceadncyylxbgtfjjechrn7t22hrkb5rudntl6siwzlieimcar6ar5o';

describe('parameters in a list', () => {
  it.each([
    ['[]', ''],
    ['["t01000",null]', 't01000, null'],
    [`["t01000",[{"/":"${ONE}"}]]`, 't01000, bafy…pkgeoai'.replace('pkgeoai', ONE.slice(-8))],
    [`[[{"/":"${ONE}"},{"/":"${OTHER}"}]]`, `bafy…${ONE.slice(-8)} +1`],
    [`["t01000",[{"/":"${ONE}"},{"/":"bafy2bz`, `t01000, bafy…${ONE.slice(-8)} …`],
    [`[6562200,0]`, '6562200, 0'],
    [`[{"From":"f0100","Value":"0"}]`, '{From: f0100, Value: 0}'],
    ['', ''],
  ])('%s is %s', (preview, words) => {
    expect(paramsWords(preview)).toBe(words);
  });
});
