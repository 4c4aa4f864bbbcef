// Which bodies are too slow. The looks are made here, so that no clock decides; with sockets: door.test.ts.
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {expect, test} from 'vitest';
import type {ClientConnection} from '../../src/server/http/connections.ts';
import {createPaceCheck} from '../../src/server/http/connectionLimits.ts';

/** A connection whose counters a test sets, and how often it was found slow or unread. */
const watched = () => {
  const socket = {bytesRead: 0, bytesWritten: 0, writableLength: 0};
  const request = {complete: false, readableLength: 0};
  const connection: ClientConnection = {
    socket: socket as Socket, address: '127.0.0.1', lastActiveAt: 0, bytesReadBefore: 0, requestStartedAt: 0,
    request: request as IncomingMessage, answers: new Map<ServerResponse, IncomingMessage>(),
  };
  const found = {slow: 0, unread: 0};
  const look = createPaceCheck(
    [connection], {bytes: 1000}, {onSlowBody: () => (found.slow += 1), onUnreadAnswer: () => (found.unread += 1)},
  );
  return {socket, request, connection, found, look};
};

test('an upload that keeps its pace is never too long', () => {
  const {socket, found, look} = watched();
  for (let n = 0; n < 1000; n++) {
    look();
    socket.bytesRead += 1000;
  }
  expect(found).toEqual({slow: 0, unread: 0});
});

test('one that falls behind between two looks is slow', () => {
  const {socket, found, look} = watched();
  look();
  expect(found.slow).toBe(0);
  socket.bytesRead += 999;
  look();
  expect(found.slow).toBe(1);
});

test('what has come and the server has not read yet is no delay of the sender', () => {
  const {request, found, look} = watched();
  request.readableLength = 65_536;
  look();
  look();
  expect(found.slow).toBe(0);
});

test('the next body on the same connection has its whole time', () => {
  const {connection, found, look} = watched();
  look();
  connection.request = {complete: false, readableLength: 0} as IncomingMessage;
  look();
  expect(found.slow).toBe(0);
});

test('an answer is unread when nothing of it was taken for a while, not when it waits to be written', () => {
  const {socket, request, connection, found, look} = watched();
  request.complete = true;
  connection.answers.set({} as ServerResponse, request as IncomingMessage);
  for (let n = 0; n < 5; n++) look();
  expect(found.unread).toBe(0);
  Object.assign(socket, {bytesWritten: 5000, writableLength: 4000});
  look();
  look();
  socket.writableLength = 3999;
  look();
  look();
  expect(found.unread).toBe(0);
  look();
  expect(found).toEqual({slow: 0, unread: 1});
});
