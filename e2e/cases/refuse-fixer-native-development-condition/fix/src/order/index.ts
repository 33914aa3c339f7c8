export { comparePre } from "#pre";
