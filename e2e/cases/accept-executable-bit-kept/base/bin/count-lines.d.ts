export declare function countLines(text: string): number;
