/**
 * Common contract functions by declaration. A selector is 4 bytes of a hash, so a contract may use it for another function: a
 * decoded call shows what the bytes look like, not what the contract does.
 * Sources: ERC-20, 165, 173, 721, 1155, 1967, 2612, 4626, the wrapped token, Multicall3, Safe, Uniswap V2 and V3 routers, OpenZeppelin
 * contracts, FRC-0054 (`handle_filecoin_method`).
 */
import { type AbiFunction, parseAbiFunction } from './evm-abi.ts';

const DECLARATIONS: readonly string[] = [
  // tokens
  'transfer(address to, uint256 amount)',
  'transferFrom(address from, address to, uint256 amountOrId)',
  'approve(address spender, uint256 amountOrId)',
  'allowance(address owner, address spender)',
  'balanceOf(address owner)',
  'totalSupply()',
  'name()',
  'symbol()',
  'decimals()',
  'increaseAllowance(address spender, uint256 addedValue)',
  'decreaseAllowance(address spender, uint256 subtractedValue)',
  'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'nonces(address owner)',
  'mint(address to, uint256 amount)',
  'burn(uint256 amount)',
  'burnFrom(address from, uint256 amount)',
  'deposit()',
  'deposit(uint256 amount)',
  'withdraw(uint256 amount)',
  'withdraw(address token, uint256 amount)',
  'deposit(uint256 assets, address receiver)',
  'mint(uint256 shares, address receiver)',
  'withdraw(uint256 assets, address receiver, address owner)',
  'redeem(uint256 shares, address receiver, address owner)',
  'safeTransferFrom(address from, address to, uint256 id)',
  'safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'setApprovalForAll(address operator, bool approved)',
  'isApprovedForAll(address owner, address operator)',
  'getApproved(uint256 id)',
  'ownerOf(uint256 id)',
  'tokenURI(uint256 id)',
  'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'balanceOfBatch(address[] owners, uint256[] ids)',
  'supportsInterface(bytes4 interfaceId)',
  // ownership, roles, proxies
  'owner()',
  'transferOwnership(address newOwner)',
  'renounceOwnership()',
  'acceptOwnership()',
  'pause()',
  'unpause()',
  'grantRole(bytes32 role, address account)',
  'revokeRole(bytes32 role, address account)',
  'renounceRole(bytes32 role, address account)',
  'hasRole(bytes32 role, address account)',
  'upgradeTo(address implementation)',
  'upgradeToAndCall(address implementation, calldata data)',
  'implementation()',
  'initialize()',
  // several calls in one
  'multicall(calldata[] data)',
  'multicall(uint256 deadline, calldata[] data)',
  'multicall(bytes32 previousBlockhash, calldata[] data)',
  'aggregate((address target, calldata callData)[] calls)',
  'tryAggregate(bool requireSuccess, (address target, calldata callData)[] calls)',
  'aggregate3((address target, bool allowFailure, calldata callData)[] calls)',
  'aggregate3Value((address target, bool allowFailure, uint256 value, calldata callData)[] calls)',
  'execute(address target, uint256 value, calldata data)',
  'execTransaction(address to, uint256 value, calldata data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  // exchanges
  'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  'refundETH()',
  'unwrapWETH9(uint256 amountMinimum, address recipient)',
  // Filecoin
  'handle_filecoin_method(uint64 method, uint64 codec, bytes params)',
];

const BY_SELECTOR: ReadonlyMap<string, AbiFunction> = new Map(
  DECLARATIONS.map((declaration) => {
    const abiFunction = parseAbiFunction(declaration);
    return [abiFunction.selector, abiFunction];
  }),
);

/** All the well-known functions. */
export const KNOWN_FUNCTIONS: readonly AbiFunction[] = [...BY_SELECTOR.values()];

/** Find the well-known function of a selector (0x and 8 digits). */
export function knownFunction(selector: string): AbiFunction | undefined {
  return BY_SELECTOR.get(selector);
}
