/**
 * react-admin's own sentences in Brazilian Portuguese. The package for it is of react-admin 3's time: what is missing,
 * wrong or worded otherwise by the specification stands here, and a test holds the whole to the English key set.
 */
import {mergeTranslations, type TranslationMessages} from 'ra-core';
import portuguese from 'ra-language-portuguese';

const topUp = {
  ra: {
    action: {
      clear_array_input: 'Limpar a lista', create_item: 'Cadastrar %{item}', remove_all_filters: 'Limpar filtros', reset: 'Restaurar',
      search_columns: 'Buscar colunas', select_all: 'Selecionar tudo', select_all_button: 'Selecionar tudo',
      select_row: 'Selecionar esta linha',
      unselect: 'Desmarcar', open_menu: 'Abrir menu', close_menu: 'Fechar menu', update: 'Atualizar', move_up: 'Mover para cima',
      move_down: 'Mover para baixo', open: 'Abrir', toggle_theme: 'Alternar tema claro/escuro', select_columns: 'Colunas',
      update_application: 'Recarregar o portal', create: 'Cadastrar', delete: 'Excluir', remove_filter: 'Remover filtro',
    },
    boolean: {null: ' '},
    page: {
      create: 'Cadastrar %{name}', edit: '%{name} %{recordRepresentation}', show: '%{name} %{recordRepresentation}', list: '%{name}',
      error: 'Algo deu errado', not_found: 'Página não encontrada', empty: 'Nenhum registro de %{name} ainda.',
      invite: 'Deseja cadastrar um?',
      access_denied: 'Acesso negado', authentication_error: 'Erro de autenticação',
    },
    input: {password: {toggle_visible: 'Ocultar senha', toggle_hidden: 'Mostrar senha'}},
    message: {
      access_denied: 'Seu perfil não tem permissão para acessar esta página.',
      authentication_error: 'O servidor respondeu com erro e suas credenciais não puderam ser conferidas.',
      auth_error: 'Ocorreu um erro ao validar a sua sessão.',
      bulk_update_content:
        'Deseja realmente alterar %{name} %{recordRepresentation}? |||| Deseja realmente alterar estes %{smart_count} itens?',
      bulk_update_title: 'Alterar %{name} %{recordRepresentation} |||| Alterar %{smart_count} %{name}',
      bulk_delete_content: 'Deseja realmente excluir %{name}? |||| Deseja realmente excluir estes %{smart_count} itens?',
      bulk_delete_title: 'Excluir %{name} |||| Excluir %{smart_count} %{name}',
      clear_array_input: 'Deseja realmente limpar a lista inteira?',
      delete_content: 'Deseja realmente excluir %{name}?',
      delete_title: 'Excluir %{name} %{recordRepresentation}',
      invalid_form: 'O formulário tem erros. Corrija os campos indicados.',
      not_found: 'O endereço não existe ou o link está quebrado.',
      select_all_limit_reached: 'São itens demais para selecionar todos. Somente os primeiros %{max} foram selecionados.',
      unsaved_changes: 'Há alterações que não foram salvas. Deseja sair sem salvar?',
      placeholder_data_warning: 'Problema de rede: os dados não puderam ser atualizados.',
      error: 'Ocorreu um erro e o que foi pedido não pôde ser concluído.',
    },
    navigation: {
      clear_filters: 'Limpar filtros', no_results: 'Nenhum registro de %{name} encontrado',
      no_filtered_results: 'Nenhum registro de %{name} encontrado com estes filtros.',
      no_more_results: 'A página %{page} não existe. Tente a anterior.', page_out_of_boundaries: 'A página %{page} não existe',
      page_out_from_end: 'Não há página depois da última', page_out_from_begin: 'Não há página antes da primeira',
      partial_page_range_info: '%{offsetBegin}-%{offsetEnd} de mais de %{offsetEnd}', current_page: 'Página %{page}',
      page: 'Ir para a página %{page}', first: 'Ir para a primeira página', last: 'Ir para a última página',
      next: 'Ir para a próxima página', previous: 'Ir para a página anterior', skip_nav: 'Ir para o conteúdo',
    },
    sort: {sort_by: 'Ordenar por %{field_lower_first} %{order}', ASC: 'crescente', DESC: 'decrescente'},
    auth: {email: 'E-mail'},
    notification: {
      not_authorized: 'Seu perfil não tem permissão para esta ação.', application_update_available: 'Há uma nova versão do portal.',
      offline: 'Sem conexão. Os dados não puderam ser carregados.', logged_out: 'Sua sessão terminou. Entre novamente.',
    },
    validation: {
      required: 'Esse campo é obrigatório.', unique: 'Deve ser único', minLength: 'Informe pelo menos %{min} caracteres.',
      maxLength: 'Limite de %{max} caracteres excedido.', email: 'E-mail inválido.', regex: 'Formato inválido: %{pattern}',
    },
    saved_queries: {
      label: 'Filtros salvos', query_name: 'Nome do filtro', new_label: 'Salvar este filtro…', new_dialog_title: 'Salvar este filtro como',
      remove_label: 'Remover filtro salvo', remove_label_with_name: 'Remover o filtro "%{name}"',
      remove_dialog_title: 'Remover o filtro salvo?',
      remove_message: 'Deseja realmente remover este item dos seus filtros salvos?', help: 'Filtre a lista e salve o filtro para depois',
    },
    guesser: {empty: {title: 'Nada para mostrar', message: 'Confira o dataProvider'}},
    configurable: {
      customize: 'Personalizar', configureMode: 'Personalizar esta página',
      inspector: {
        title: 'Inspetor', content: 'Passe sobre os elementos da página para personalizá-los', reset: 'Restaurar',
        hideAll: 'Ocultar tudo', showAll: 'Mostrar tudo',
      },
      Datagrid: {title: 'Tabela', unlabeled: 'Coluna sem nome nº %{column}'},
      SimpleForm: {title: 'Formulário', unlabeled: 'Campo sem nome nº %{input}'},
      SimpleList: {title: 'Lista', primaryText: 'Texto principal', secondaryText: 'Texto secundário', tertiaryText: 'Texto terciário'},
    },
  },
};

export const messages: TranslationMessages = mergeTranslations(portuguese, topUp) as TranslationMessages;
