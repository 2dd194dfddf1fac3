export interface RedisServer {
  port: number;
  url: string;
  /** Its folder: what it keeps, and room for files of a test. */
  folder: string;
  /** Ends it as if the power had gone. */
  kill(): Promise<void>;
  /** Starts it again, with what it had kept. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

export function redisServer(options?: readonly string[], port?: number): Promise<RedisServer>;
export function freePort(): Promise<number>;
